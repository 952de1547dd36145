using System.Globalization;
using AzurePerf.Core.Executions.Outcomes;

namespace AzurePerf.Web.Reports;

/// <summary>A share as a bar with its interval, beside the range that was published. It shows what the text beside it says.</summary>
/// <param name="Share">The share.</param>
/// <param name="Published">The published range.</param>
/// <param name="Scale">The share at the right end of the bar.</param>
internal sealed record ShareBar(OutcomeShare Share, ShareRange Published, double Scale)
{
    /// <summary>Width of the drawing in its own units.</summary>
    public const int Width = 100;

    private const double SmallestScale = 0.2;

    /// <summary>One scale for all bars of a table: the published range and the largest share have room.</summary>
    public static double ScaleFor(IEnumerable<OutcomeShare> shares, ShareRange published) =>
        shares.Select(share => share.Share ?? 0).Append(published.High).Append(SmallestScale).Max();

    public string X(double share) => Math.Clamp(Width * share / Scale, 0, Width).ToString("0.##", CultureInfo.InvariantCulture);

    public string Length(double from, double to) =>
        (Math.Clamp(Width * to / Scale, 0, Width) - Math.Clamp(Width * from / Scale, 0, Width))
            .ToString("0.##", CultureInfo.InvariantCulture);
}
