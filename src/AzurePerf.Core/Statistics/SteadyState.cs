namespace AzurePerf.Core.Statistics;

/// <summary>Whether a rate settled, and from when on.</summary>
/// <param name="Class">How it ran.</param>
/// <param name="SteadyFromBin">The first bin of the steady part; null when there is none or nobody can say.</param>
/// <param name="Changes">Where the level changed, as far as that could be told.</param>
/// <remarks>
/// Sources: <see cref="MserTruncation"/>, <see cref="ChangePointSearch"/>; classes after Barrett et al. 2017. Steady means that the
/// truncation point and the last change of level both lie in the first half of the window. A truncation point counts when what it cuts off
/// has another level than the rest: without that condition it lies in the second half of one in eight series of nothing but noise. Bins
/// that follow each other are alike, so changes are tested for the number of independent values; a rate whose level wanders by more than
/// the margin from tenth to tenth of the window is not steady either.
/// </remarks>
public sealed record SteadyState(SteadyStateClass Class, int? SteadyFromBin, IReadOnlyList<ChangePoint> Changes)
{
    /// <summary>True where it is not steady because its level wandered after the last change, which came early enough.</summary>
    public bool IsWandering { get; init; }

    /// <summary>With fewer bins no class is given.</summary>
    public const int MinimumBins = 100;

    private const int UsualBins = 120;
    private const int MinimumSegment = 5;
    private const int SegmentsAtMost = 10;

    // The practical margin of comparisons: a smaller step makes no two points differ, so it makes none unsteady either.
    private const double MinimumMagnitude = 0.05;

    private static readonly TimeSpan NarrowestBin = TimeSpan.FromMilliseconds(50);

    /// <summary>The width of the bins for a window: a 120th of it, but at least 50 ms.</summary>
    public static TimeSpan BinWidth(TimeSpan window) => window / UsualBins > NarrowestBin ? window / UsualBins : NarrowestBin;

    /// <param name="rates">Operations or bytes per bin of equal width, in the order of time, none negative.</param>
    /// <exception cref="ArgumentException">A rate is negative or not finite.</exception>
    public static SteadyState Of(IReadOnlyList<double> rates)
    {
        var bins = Sample.Copy(rates, 0, nameof(rates));
        if (bins.Any(bin => bin < 0))
        {
            throw new ArgumentException("No rate may be negative.", nameof(rates));
        }

        if (bins.Length < MinimumBins)
        {
            return new(SteadyStateClass.NotAssessed, null, []);
        }

        var rule = RuleFor(bins.Length);
        var changes = ChangePointSearch.Find(bins, rule);
        var truncation = Truncation(bins, rule);
        var from = Math.Max(truncation?.Index ?? 0, changes.Count > 0 ? changes[^1].Index : 0);
        // A first stretch that is too short for a change by itself is told by what the truncation cuts off.
        IReadOnlyList<ChangePoint> told = changes.Count > 0 || truncation is null ? changes : [truncation.Value];
        return from > bins.Length / 2.0 ? new(SteadyStateClass.None, null, told)
            : Wanders(bins[from..], rule) ? new(SteadyStateClass.None, null, told) { IsWandering = true }
            : new(ClassOf(told), from, told);
    }

    internal static ChangePointRule RuleFor(int bins) => new()
    {
        MinimumMagnitude = MinimumMagnitude,
        MinimumSegment = Math.Max(MinimumSegment, bins / SegmentsAtMost),
    };

    private static ChangePoint? Truncation(double[] bins, ChangePointRule rule) =>
        MserTruncation.Of(bins)!.Value is > 0 and var skipped
            && ChangePoint.Of(bins.AsSpan(..skipped), bins.AsSpan(skipped..), skipped, rule) is var change && change.Holds(rule)
            ? change
            : null;

    /// <summary>True where the level differs by more than the margin from one stretch as long as a segment to another, too slowly for a
    /// sudden change and too much for chance.</summary>
    private static bool Wanders(double[] bins, ChangePointRule rule) =>
        BatchVariation.Of(bins, rule.MinimumSegment) is { } variation
        && variation.Probability < ChangePointRule.MaximumProbability
        && Math.Sqrt(Math.Max(0, variation.BetweenBatches)) > MinimumMagnitude * bins.Average();

    private static SteadyStateClass ClassOf(IReadOnlyList<ChangePoint> changes) =>
        changes.Count == 0 ? SteadyStateClass.Flat
        : changes.All(change => change.MeanBefore < changes[^1].MeanAfter) ? SteadyStateClass.WarmUp
        : SteadyStateClass.Slowdown;
}
