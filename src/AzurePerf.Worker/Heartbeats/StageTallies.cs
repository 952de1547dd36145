using System.Collections.Immutable;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>Counts the executions of this process by stage, for its heartbeat. Only the latest stages are kept: the row must stay
/// small.</summary>
internal sealed class StageTallies
{
    private const int Most = 16;
    private const int MostWithDurations = 2;

    private readonly Lock _lock = new();
    private readonly List<StageTally> _tallies = [];

    public IReadOnlyList<StageTally> Current
    {
        get
        {
            lock (_lock)
            {
                return [.. _tallies];
            }
        }
    }

    /// <summary>Counts the end of an execution.</summary>
    /// <param name="task">Its task.</param>
    /// <param name="failure">Why it brought no result; null when it did.</param>
    /// <param name="dead">True when it used up the task's failure budget.</param>
    /// <param name="duration">From when its turn came to its end.</param>
    /// <param name="isRepeated">Whether its task had been stopped for its time before.</param>
    public void Add(TaskKey task, FailureCause? failure, bool dead, TimeSpan duration, bool isRepeated = false)
    {
        lock (_lock)
        {
            var index = _tallies.FindIndex(tally => tally.RunId == task.RunId && tally.Stage == task.Stage.Number);
            var tally = index < 0 ? new(task.RunId, task.Stage.Number, 0, 0, 0) : _tallies[index];
            if (index >= 0)
            {
                _tallies.RemoveAt(index);
            }

            _tallies.Add(failure switch
            {
                null => WithDurations(tally, duration, isRepeated) with
                {
                    Done = tally.Done + 1,
                    Seconds = tally.Seconds + duration.TotalSeconds,
                },
                { } reuse when FailureTaxonomy.IsReuse(reuse) => tally with { Reused = tally.Reused + 1 },
                { } cause => tally with { Failed = tally.Failed + 1, Dead = tally.Dead + (dead ? 1 : 0), Ends = Plus(tally.Ends, cause) },
            });
            if (_tallies.Count > MostWithDurations)
            {
                _tallies[^(MostWithDurations + 1)] = _tallies[^(MostWithDurations + 1)] with { Durations = null, Repeated = null };
            }

            if (_tallies.Count > Most)
            {
                _tallies.RemoveAt(0);
            }
        }
    }

    private static StageTally WithDurations(StageTally tally, TimeSpan duration, bool isRepeated) => tally with
    {
        Durations = Plus(tally.Durations, duration),
        Repeated = isRepeated ? Plus(tally.Repeated, duration) : tally.Repeated,
    };

    private static ImmutableSortedDictionary<int, long> Plus(IReadOnlyDictionary<int, long>? bins, TimeSpan duration) =>
        DurationSketch.From(bins ?? DurationSketch.Empty.Bins).Plus(DurationSketch.Of(duration)).Bins;

    private static SortedDictionary<FailureCause, int> Plus(IReadOnlyDictionary<FailureCause, int> ends, FailureCause cause)
    {
        var sum = new SortedDictionary<FailureCause, int>();
        foreach (var (known, count) in ends)
        {
            sum[known] = count;
        }

        sum[cause] = sum.GetValueOrDefault(cause) + 1;
        return sum;
    }
}
