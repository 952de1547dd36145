namespace AzurePerf.Worker.Execution;

/// <summary>Is cancelled when something is told to stop, and lets what then must be done be done on another thread. Who tells it need not
/// wait: the driver of PostgreSQL connects anew to cancel a command, for as long as that takes.</summary>
internal sealed class ApartStop : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly CancellationTokenRegistration _told;

    /// <param name="told">Cancelled when it is told to stop.</param>
    public ApartStop(CancellationToken told) => _told = told.UnsafeRegister(_ => _stop.CancelAsync(), null);

    public CancellationToken Token => _stop.Token;

    public void Dispose()
    {
        _told.Dispose();
        _stop.Dispose();
    }
}
