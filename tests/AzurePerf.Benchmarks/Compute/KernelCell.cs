using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>One kernel at one size, ours and theirs on the same arrays and the same thread: what each pair measured.</summary>
/// <param name="name">In the extra fields.</param>
/// <param name="work">Of one pass, in the unit of the figure times seconds.</param>
/// <param name="passes">Of each side in a turn; the fastest counts, the first never.</param>
/// <param name="ours">One pass.</param>
/// <param name="theirs">One pass.</param>
/// <param name="least">The ratio that it must have; null for one that is only shown, which always holds.</param>
/// <param name="verify">Looks at the result of the last pass and throws when it is wrong.</param>
internal sealed class KernelCell(string name, double work, int passes, Action ours, Action theirs, double? least, Action verify) : IVersusCell
{
    private readonly TimeProvider _time = TimeProvider.System;
    private readonly CellFigures _figures = new();

    public string Name => name;

    public bool? Holds => least is null ? true : _figures.Ratio.Decide(ratio => ratio.Median >= least);

    /// <summary>Pass by pass in turn, so that a machine that changes its pace changes it for both.</summary>
    /// <inheritdoc/>
    public Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
    {
        var (fastestOurs, fastestTheirs) = (TimeSpan.MaxValue, TimeSpan.MaxValue);
        for (var index = 0; index <= passes; index++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var (first, second) = oursFirst ? (Time(ours), Time(theirs)) : (Time(theirs), Time(ours));
            if (index > 0)
            {
                fastestOurs = Faster(fastestOurs, oursFirst ? first : second);
                fastestTheirs = Faster(fastestTheirs, oursFirst ? second : first);
            }
        }

        var figures = (Ours: work / fastestOurs.TotalSeconds, Theirs: work / fastestTheirs.TotalSeconds);
        _figures.Add(turn, figures.Ours, figures.Theirs);
        return Task.FromResult(figures);
    }

    public JsonObject ToJson() => _figures.ToJson();

    private static TimeSpan Faster(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private TimeSpan Time(Action pass)
    {
        var start = _time.GetTimestamp();
        pass();
        var took = _time.GetElapsedTime(start);
        verify();
        return took;
    }
}
