namespace AzurePerf.Core.Workers;

/// <summary>How long a worker waits before it looks for a message again: briefly after work, because the next point usually follows, then
/// ever longer.</summary>
/// <param name="longestPause">The pause of a worker that has been idle for long.</param>
/// <param name="quickLooks">Looks at the shortest pause before the pauses begin to double: as many as what follows at once may take to
/// come.</param>
public sealed class IdlePolling(TimeSpan longestPause, int quickLooks)
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);

    private int _emptyLooks;

    /// <summary>Takes note of work, after which the next looks are quick again.</summary>
    public void Worked() => _emptyLooks = 0;

    /// <summary>The pause after one more look that found nothing.</summary>
    public TimeSpan NextPause()
    {
        _emptyLooks++;
        var doublings = Math.Clamp(_emptyLooks - quickLooks, 0, 16);
        var pause = ShortestPause * Math.Pow(2, doublings);
        return pause < longestPause ? pause : longestPause;
    }
}
