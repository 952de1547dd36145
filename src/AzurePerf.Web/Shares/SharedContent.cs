using AzurePerf.Core.Reports.Documents;
using AzurePerf.Web.Images;

namespace AzurePerf.Web.Shares;

/// <summary>A page that can be shared, as it is now.</summary>
/// <param name="Document">What it says.</param>
/// <param name="Csv">Its numbers as a file; made only where they are asked for.</param>
/// <param name="Export">Where the same is as a file to send, without the format at its end.</param>
internal sealed record SharedContent(ReportDocument Document, Func<string> Csv, string Export)
{
    /// <summary>What a run made of images; null of any other page, and while it has listed none.</summary>
    public ListedImages? Images { get; init; }

    /// <summary>The file in one format.</summary>
    /// <param name="format">html or md.</param>
    public string ExportAs(string format) => $"{Export}&format={format}";
}
