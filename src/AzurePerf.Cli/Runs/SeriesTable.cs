using AzurePerf.Cli.Output;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Series;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>How one combination of levels ran in a series, a row for each interval.</summary>
internal static class SeriesTable
{
    public static TextTable Build(SeriesFigures series)
    {
        var table =
            new TextTable([new("interval", RightAligned: true),
                .. SeriesText.Headings.Select(heading => new TextColumn(heading, RightAligned: true))]);
        table.Add([SeriesText.All, .. SeriesText.Cells(series.Overall, series.Unit)]);
        foreach (var (interval, figures) in series.Intervals.Index())
        {
            table.Add([NumberFormat.Count(interval + 1), .. SeriesText.Cells(figures, series.Unit)]);
        }

        return table;
    }
}
