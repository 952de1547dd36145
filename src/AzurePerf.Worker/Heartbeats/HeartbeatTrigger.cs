namespace AzurePerf.Worker.Heartbeats;

/// <summary>Lets the loops of this process ask for a heartbeat now, because what the row says has changed much.</summary>
internal sealed class HeartbeatTrigger
{
    private readonly Lock _lock = new();
    private CancellationTokenSource? _rest;
    private bool _asked;

    /// <summary>Ends the rest of the heart, or the next one at once.</summary>
    public void Ask()
    {
        lock (_lock)
        {
            _asked = true;
            _rest?.Cancel();
        }
    }

    /// <summary>Waits, or less when asked.</summary>
    public async Task RestAsync(TimeSpan pause, TimeProvider time, CancellationToken cancellationToken)
    {
        using var rest = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        lock (_lock)
        {
            _rest = rest;
            if (_asked)
            {
                rest.Cancel();
            }
        }

        try
        {
            await Task.Delay(pause, time, rest.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // Asked for.
        }
        finally
        {
            lock (_lock)
            {
                (_rest, _asked) = (null, false);
            }
        }
    }
}
