namespace AzurePerf.Sandbox.Guard;

/// <summary>Wakes the guard before its next look. Any thread may tell, also after the guard has stopped to listen.</summary>
internal sealed class News
{
    private readonly object _lock = new();
    private bool _isThere;

    public void Tell()
    {
        lock (_lock)
        {
            _isThere = true;
            Monitor.Pulse(_lock);
        }
    }

    /// <summary>Returns with the next news, or that came since the last wait, or when the time is over.</summary>
    public void Wait(TimeSpan atMost)
    {
        lock (_lock)
        {
            if (!_isThere)
            {
                _ = Monitor.Wait(_lock, atMost);
            }

            _isThere = false;
        }
    }
}
