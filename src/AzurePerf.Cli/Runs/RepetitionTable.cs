using AzurePerf.Cli.Output;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>What the repetitions of each combination say together.</summary>
internal static class RepetitionTable
{
    /// <param name="spec">Of the run.</param>
    /// <param name="figures">At least one.</param>
    public static TextTable Build(RunSpec spec, IReadOnlyList<RepetitionFigures> figures)
    {
        var factors = FactorText.Varying(spec);
        var unit = MetricText.Unit(figures[0].Unit);
        var table = new TextTable([
            .. factors.Select(name => new TextColumn(FactorText.Heading(name), FactorText.IsNumber(spec.Experiment, name))),
            .. new[] { "n", $"median\n{unit}", "95 %\ninterval", $"mean\n{unit}", "95 %\ninterval", "variation", "drift" }
                .Select(heading => new TextColumn(heading, RightAligned: true))]);
        foreach (var one in figures)
        {
            table.Add([.. factors.Select(name => FactorText.Value(spec.Experiment, name, one.Levels[name])), .. RepetitionText.Cells(one)]);
        }

        return table;
    }
}
