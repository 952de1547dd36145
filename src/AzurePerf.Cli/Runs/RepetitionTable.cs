using AzurePerf.Cli.Output;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>What the repetitions of each combination say together.</summary>
internal static class RepetitionTable
{
    /// <param name="text">Of the experiment.</param>
    /// <param name="spec">Of the run.</param>
    /// <param name="figures">At least one.</param>
    public static TextTable Build(FactorText text, RunSpec spec, IReadOnlyList<RepetitionFigures> figures)
    {
        var factors = text.Varying(spec);
        var unit = MetricText.Unit(figures[0].Unit);
        var table = new TextTable([
            .. text.Columns(factors),
            .. new[] { "n", $"median\n{unit}", "95 %\ninterval", $"mean\n{unit}", "95 %\ninterval", "variation", "drift" }
                .Select(heading => new TextColumn(heading, RightAligned: true))]);
        foreach (var one in figures)
        {
            table.Add([.. text.Cells(factors, one.Levels), .. RepetitionText.Cells(one)]);
        }

        return table;
    }
}
