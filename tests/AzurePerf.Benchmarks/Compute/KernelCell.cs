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

    public double MeasureOurs(Turn turn) => Measure(turn, ours, _ours);

    public double MeasureTheirs(Turn turn) => Measure(turn, theirs, _theirs);

    public JsonObject ToJson() => new() { ["ours"] = VersusJson.Of(Estimate.Of(_ours)), ["theirs"] = VersusJson.Of(Estimate.Of(_theirs)), ["ratio"] = VersusJson.Of(Ratio) };

    private double Measure(Turn turn, Action pass, List<double> figures)
    {
        pass();
        verify();
        var fastest = TimeSpan.MaxValue;
        for (var index = 0; index < passes; index++)
        {
            var start = _time.GetTimestamp();
            pass();
            var took = _time.GetElapsedTime(start);
            fastest = took < fastest ? took : fastest;
            verify();
        }

        var figure = work / fastest.TotalSeconds;
        if (!turn.IsWarmUp)
        {
            figures.Add(figure);
        }

        return figure;
    }
}
