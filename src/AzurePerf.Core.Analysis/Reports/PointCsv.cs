using AzurePerf.Core.Api;
using AzurePerf.Core.Reports.Columns;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>The <see cref="PointColumns"/> of a run as comma-separated lines.</summary>
public static class PointCsv
{
    /// <summary>Rows that are made before they are written.</summary>
    private const int RowsAtOnce = 100;

    /// <summary>The whole file.</summary>
    public static string Render(RunResponse run, PointListResponse points) => string.Concat(Parts(run, points));

    /// <summary>The file in parts that follow each other, so that a long one need not be in memory as a whole.</summary>
    public static IEnumerable<string> Parts(RunResponse run, PointListResponse points)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(points);
        // What types the values of parameters have does not show in text.
        var columns = PointColumns.Of(run, points, definition: null);
        return PointColumns.Rows(points)
            .Chunk(RowsAtOnce)
            .Select(rows => CsvText.Lines(rows.Select(row => columns.Select(column => column.Read(row)))))
            .Prepend(CsvText.Lines([columns.Select(column => column.Name)]));
    }
}
