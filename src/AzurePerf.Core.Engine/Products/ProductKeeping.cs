namespace AzurePerf.Core.Products;

/// <summary>When products that nobody uses any more are removed.</summary>
public static class ProductKeeping
{
    /// <summary>How long whoever found a product has at least to read it, whatever the setting.</summary>
    public static readonly TimeSpan Shortest = TimeSpan.FromDays(1);

    /// <summary>A use is noted when none was within this time: many tasks read one product, and each note is a request.</summary>
    public static readonly TimeSpan NoteEvery = TimeSpan.FromHours(1);

    /// <summary>Whether a use now must be noted.</summary>
    /// <param name="notedAt">The use that was noted last.</param>
    /// <param name="now">By the same clocks, which may differ by minutes.</param>
    public static bool MustNote(DateTimeOffset notedAt, DateTimeOffset now) => now - notedAt >= NoteEvery;

    /// <summary>Whether a product is due to go. The last use may have been later than the one that was noted last.</summary>
    /// <param name="notedAt">The use that was noted last.</param>
    /// <param name="now">The time.</param>
    /// <param name="keep">How long products are kept after their last use; a shorter time than <see cref="Shortest"/> counts as
    /// that.</param>
    public static bool IsDue(DateTimeOffset notedAt, DateTimeOffset now, TimeSpan keep) =>
        now - notedAt >= (keep > Shortest ? keep : Shortest) + NoteEvery;

    /// <summary>
    /// How long products are kept after their last use while runs are open: what one found when it was planned it may need until it ends.
    /// </summary>
    /// <param name="setting">How long they are kept while no run is open.</param>
    /// <param name="oldestOpen">When the oldest run that has not ended was submitted; null where none is open.</param>
    /// <param name="now">The time.</param>
    public static TimeSpan KeepOf(TimeSpan setting, DateTimeOffset? oldestOpen, DateTimeOffset now) =>
        oldestOpen is { } since && now - since + Shortest is var open && open > setting ? open : setting;

    /// <summary>Whether a file may still belong to something that is being stored.</summary>
    /// <param name="storedAt">When the file was stored.</param>
    /// <param name="now">The time.</param>
    public static bool IsFresh(DateTimeOffset storedAt, DateTimeOffset now) => now - storedAt < Shortest + NoteEvery;
}
