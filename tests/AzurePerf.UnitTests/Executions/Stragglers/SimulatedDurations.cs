using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Stragglers;

namespace AzurePerf.UnitTests.Executions.Stragglers;

/// <summary>Collects durations as the product would: sketches that are merged at each look.</summary>
internal sealed class SimulatedDurations
{
    private readonly List<(TimeSpan Time, bool IsRepeated)> _completed = [];
    private readonly List<(TimeSpan Time, bool IsRepeated)> _stopped = [];
    private ExecutionStatistics _seen = ExecutionStatistics.Empty;
    private DurationSketch _censored = DurationSketch.Empty;
    private DurationSketch _repeated = DurationSketch.Empty;
    private DurationSketch _repeatedCensored = DurationSketch.Empty;

    public void Complete(TimeSpan time, bool isRepeated) => _completed.Add((time, isRepeated));

    public void Stop(TimeSpan time, bool isRepeated) => _stopped.Add((time, isRepeated));

    /// <summary>Everything so far.</summary>
    /// <param name="running">Elapsed times of those that run.</param>
    public ClassDurations Look(IEnumerable<TimeSpan> running)
    {
        _seen = _completed.Aggregate(_seen, (sum, execution) => sum.Plus(ExecutionStatistics.OfSuccess(execution.Time)));
        _censored = _censored.Plus(DurationSketch.Of(_stopped.Select(execution => execution.Time)));
        _repeated = _repeated.Plus(RepeatedOf(_completed));
        _repeatedCensored = _repeatedCensored.Plus(RepeatedOf(_stopped));
        _completed.Clear();
        _stopped.Clear();
        return new(
            _seen,
            SurvivalCurve.Of(_seen.Sketch, _censored.Plus(DurationSketch.Of(running))),
            SurvivalCurve.Of(_repeated, _repeatedCensored),
            TimeSpan.FromMinutes(1));
    }

    private static DurationSketch RepeatedOf(List<(TimeSpan Time, bool IsRepeated)> executions) =>
        DurationSketch.Of(executions.Where(execution => execution.IsRepeated).Select(execution => execution.Time));
}
