namespace AzurePerf.Cli.Local;

/// <summary>The logs of workers that have ended. Only the last ones are kept: workers may come and go for months.</summary>
/// <param name="folder">Where they are; null where there are none.</param>
internal sealed class EndedLogs(string? folder)
{
    /// <summary>How many are kept.</summary>
    public const int Most = 20;

    private readonly Queue<string> _kept = [];

    /// <summary>Notes that a worker has ended, and removes the log of the one that ended first where there are too many. Any thread may
    /// call.</summary>
    /// <param name="name">The worker.</param>
    public void Add(string name)
    {
        lock (_kept)
        {
            _kept.Enqueue(name);
            if (_kept.Count <= Most)
            {
                return;
            }

            var first = _kept.Dequeue();
            if (folder is not null)
            {
                LogFile.Remove(first, folder);
            }
        }
    }
}
