namespace AzurePerf.Simulation.Ports;

/// <summary>The services of the control account; each may fail while the others answer.</summary>
internal enum ServiceKind
{
    Tables,
    Queues,
    Blobs,
}
