namespace AzurePerf.Worker.Gangs;

/// <summary>Where a gang meets, from its row.</summary>
/// <param name="Address">The TaskManager that leads; empty while none has said where it is.</param>
/// <param name="RunId">The run.</param>
/// <param name="Point">The point.</param>
/// <param name="Token">What opens the barrier.</param>
internal sealed record BarrierLocation(string Address, string RunId, int Point, string Token);
