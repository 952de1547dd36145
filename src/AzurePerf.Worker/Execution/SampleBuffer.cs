using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// Room for the samples of a point, made before it is measured and split evenly over its clients: nobody waits for a common index, and a fast client
/// does not crowd out a slow one. Each client keeps its first samples.
/// </summary>
internal sealed class SampleBuffer
{
    /// <summary>Samples kept of one point at most.</summary>
    public const int Capacity = 100_000;

    private readonly Sample[] _samples;
    private readonly int _perClient;

    /// <param name="clients">Simulated clients.</param>
    /// <param name="operationsPerClient">Operations that each will do at most.</param>
    public SampleBuffer(int clients, long operationsPerClient)
    {
        _perClient = (int)Math.Min(operationsPerClient, Capacity / clients);
        _samples = new Sample[_perClient * clients];
    }

    public Memory<Sample> ForClient(int client) => _samples.AsMemory(client * _perClient, _perClient);
}
