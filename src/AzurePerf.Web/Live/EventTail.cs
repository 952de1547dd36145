using System.Collections.Immutable;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Live;

/// <summary>
/// The newest events of a run as they are known here: without a gap, each once, in order. A list that is read while an event is written may
/// have the one after it and not that one itself; what comes after a gap waits until the gap is filled or has proved to stay.
/// </summary>
/// <param name="Events">The newest ones, at most as many as are kept.</param>
/// <param name="Last">Sequence of the last one; 0 before there is one.</param>
/// <param name="Patience">Readings for which a gap is still waited for.</param>
internal sealed record EventTail(ImmutableList<RunEvent> Events, int Last, int Patience)
{
    /// <summary>Readings after which a gap is taken for what it is: the row of an event was removed.</summary>
    public const int LongestPatience = 3;

    public static EventTail None { get; } = new([], 0, LongestPatience);

    /// <summary>Sequence of the oldest event that is kept, or of the next when none is.</summary>
    public int First => Events.Count > 0 ? Events[0].Sequence : Last + 1;

    /// <summary>The tail after one reading of what comes after <see cref="Last"/>.</summary>
    /// <param name="read">Events in order.</param>
    /// <param name="kept">How many are kept; older ones are read again by whoever wants them.</param>
    public EventTail After(IReadOnlyList<RunEvent> read, int kept)
    {
        var accepted = Events;
        var last = Last;
        foreach (var entry in read)
        {
            if (entry.Sequence != last + 1 && Patience > 0)
            {
                return new(Newest(accepted, kept), last, Patience - 1);
            }

            accepted = accepted.Add(entry);
            last = entry.Sequence;
        }

        return new(Newest(accepted, kept), last, LongestPatience);
    }

    /// <summary>The kept events after a sequence number.</summary>
    public IEnumerable<RunEvent> Since(int after) =>
        Events.Skip(Math.Max(0, Events.Count - (Last - after))).SkipWhile(entry => entry.Sequence <= after);

    private static ImmutableList<RunEvent> Newest(ImmutableList<RunEvent> events, int kept) =>
        events.Count > kept ? events.RemoveRange(0, events.Count - kept) : events;
}
