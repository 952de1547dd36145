namespace AzurePerf.Core.Workers;

/// <summary>
/// Decides when a TaskManager may take the lead and how long it keeps it. As with workers, no clock of another process is trusted: a leader
/// is gone when its counter stood still over <see cref="EngineTimes.Dead"/> of successful reads, and steps back by itself well before that.
/// </summary>
/// <param name="owner">This process.</param>
/// <param name="times">Intervals of the engine.</param>
public sealed class LeaderElection(string owner, EngineTimes times)
{
    private LeaderState? _seen;
    private TimeSpan _since;
    private TimeSpan _lastRead;
    private TimeSpan? _renewed;

    /// <summary>True while nobody else can have taken over.</summary>
    /// <param name="now">Monotonic time of this process.</param>
    public bool Leads(TimeSpan now) => _renewed is { } renewed && now - renewed < times.SelfStop;

    /// <summary>True when the lead is to be renewed.</summary>
    public bool RenewalIsDue(TimeSpan now) => _renewed is { } renewed && now - renewed >= times.Heartbeat / 2;

    /// <summary>What to store after a read of the leader's row, or null to wait.</summary>
    /// <param name="stored">The row; null when there is none.</param>
    /// <param name="now">Monotonic time of this process when the read began.</param>
    public LeaderState? Next(LeaderState? stored, TimeSpan now)
    {
        if (stored is null)
        {
            return new(owner, 1);
        }

        if (stored.Owner == owner)
        {
            return stored with { Beat = stored.Beat + 1 };
        }

        var interrupted = _seen is not null && now - _lastRead > times.LongestReadGap;
        _lastRead = now;
        if (_seen is null || interrupted || (_seen.Owner, _seen.Beat) != (stored.Owner, stored.Beat))
        {
            (_seen, _since) = (stored, now);
        }

        return now - _since >= times.Dead ? new LeaderState(owner, 1, stored.ETag) : null;
    }

    /// <summary>Takes note of a stored claim or renewal.</summary>
    /// <param name="began">Monotonic time when the request began: from then on others count.</param>
    public void Renewed(TimeSpan began) => _renewed = began;

    /// <summary>Takes note that another process leads.</summary>
    public void Lost() => _renewed = null;
}

/// <summary>Which TaskManager leads. Only the leader hands out tasks; a second one waits to take over.</summary>
/// <param name="Owner">The process: new with every start.</param>
/// <param name="Beat">Grows with every renewal; unchanged over three heartbeats of successful reads means that the leader is gone.</param>
/// <param name="ETag">Of its row; empty for a claim of a row that does not exist.</param>
public sealed record LeaderState(string Owner, long Beat, string ETag = "");
