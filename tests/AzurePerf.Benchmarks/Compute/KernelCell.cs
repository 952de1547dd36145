using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>One kernel at one size, ours and theirs on the same arrays and the same thread: what each pair measured.</summary>
/// <param name="name">In the extra fields.</param>
/// <param name="work">Of one pass, in the unit of the figure times seconds.</param>
/// <param name="passes">Of each side in a turn; the fastest counts, the first never.</param>
/// <param name="ours">One pass.</param>
/// <param name="theirs">One pass.</param>
/// <param name="verify">Looks at the result of the last pass and throws when it is wrong.</param>
internal sealed class KernelCell(string name, double work, int passes, Action ours, Action theirs, Action verify)
{
    private readonly TimeProvider _time = TimeProvider.System;
    private readonly List<double> _ours = [];
    private readonly List<double> _theirs = [];

    public string Name => name;

    /// <summary>Ours over theirs, per pair.</summary>
    public Estimate Ratio => Estimate.Of(_ours.Zip(_theirs, (mine, other) => mine / other));

    /// <summary>Measures both sides, pass by pass in turn, so that a machine that changes its pace changes it for both. Returns the figures of ours and of theirs.</summary>
    public (double Ours, double Theirs) Measure(Turn turn, bool oursFirst)
    {
        var (fastestOurs, fastestTheirs) = (TimeSpan.MaxValue, TimeSpan.MaxValue);
        for (var index = 0; index <= passes; index++)
        {
            var (first, second) = oursFirst ? (Time(ours), Time(theirs)) : (Time(theirs), Time(ours));
            if (index > 0)
            {
                fastestOurs = Faster(fastestOurs, oursFirst ? first : second);
                fastestTheirs = Faster(fastestTheirs, oursFirst ? second : first);
            }
        }

        var figures = (Ours: work / fastestOurs.TotalSeconds, Theirs: work / fastestTheirs.TotalSeconds);
        if (!turn.IsWarmUp)
        {
            _ours.Add(figures.Ours);
            _theirs.Add(figures.Theirs);
        }

        return figures;
    }

    public JsonObject ToJson() => new() { ["ours"] = VersusJson.Of(Estimate.Of(_ours)), ["theirs"] = VersusJson.Of(Estimate.Of(_theirs)), ["ratio"] = VersusJson.Of(Ratio) };

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
