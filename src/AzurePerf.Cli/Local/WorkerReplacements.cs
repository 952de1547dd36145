namespace AzurePerf.Cli.Local;

/// <summary>Says whether one more ended worker is replaced: workers that keep ending have a reason that new ones share.</summary>
internal sealed class WorkerReplacements(TimeProvider time)
{
    private const int Most = 5;
    private static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private readonly Queue<long> _made = [];

    /// <summary>True for at most five replacements within a minute.</summary>
    public bool TryAdd()
    {
        while (_made.TryPeek(out var oldest) && time.GetElapsedTime(oldest) > Window)
        {
            _made.Dequeue();
        }

        if (_made.Count == Most)
        {
            return false;
        }

        _made.Enqueue(time.GetTimestamp());
        return true;
    }
}
