using System.Text.Json.Nodes;
using AzurePerf.Core.Trends;

namespace AzurePerf.Web.Trends;

/// <summary>How a trend is asked for in an address, of the page and of the API.</summary>
internal static class TrendAddress
{
    /// <summary>Value of same for runs with the same seed only.</summary>
    public const string SamePlan = "plan";

    public static string QueryOf(TrendSubject subject, JsonObject? levels) =>
        (subject.Schedule is { } schedule
            ? "?schedule=" + schedule.Id
            : "?run=" + subject.RunId + (subject.IsSamePlan ? "&same=" + SamePlan : ""))
        + (levels is null ? "" : "&configuration=" + Uri.EscapeDataString(Trend.KeyOf(levels)));
}
