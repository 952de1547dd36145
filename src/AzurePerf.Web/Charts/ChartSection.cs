using System.Security.Cryptography;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Charts;

/// <summary>The charts of a run on its page.</summary>
/// <param name="Charts">What is shown.</param>
/// <param name="AskedLevel">The configuration that the address of the page names; null for none.</param>
/// <param name="IsOpen">True while more points may come.</param>
internal sealed record ChartSection(ChartListResponse Charts, int? AskedLevel, bool IsOpen)
{
    /// <summary>Changes when the charts do.</summary>
    public string Version { get; } =
        Convert.ToHexStringLower(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(Charts, ApiJson.Options)).AsSpan(0, 8));
}
