using AzurePerf.Cli.Output;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>The ratios that an experiment derives from its points.</summary>
internal static class RatioTable
{
    public static TextTable Build(FactorText text, IReadOnlyList<DerivedRatio> ratios)
    {
        var names = ratios.SelectMany(ratio => ratio.Levels.Select(level => level.Key)).Distinct().ToArray();
        var table = new TextTable([
            .. text.Columns(names),
            new("ratio"), new("value", RightAligned: true), new("pairs", RightAligned: true)]);
        foreach (var ratio in ratios)
        {
            table.Add([
                .. text.Cells(names, ratio.Levels),
                ratio.Name, NumberFormat.Significant(ratio.Value), NumberFormat.Count(ratio.Pairs)]);
        }

        return table;
    }
}
