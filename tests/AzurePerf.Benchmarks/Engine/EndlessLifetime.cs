using Microsoft.Extensions.Hosting;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>The life of a host that only its benchmark ends.</summary>
internal sealed class EndlessLifetime : IHostApplicationLifetime, IDisposable
{
    private readonly CancellationTokenSource _stopping = new();

    public CancellationToken ApplicationStarted => CancellationToken.None;

    public CancellationToken ApplicationStopping => _stopping.Token;

    public CancellationToken ApplicationStopped => CancellationToken.None;

    public void StopApplication() => _stopping.Cancel();

    public void Dispose() => _stopping.Dispose();
}
