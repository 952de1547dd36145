using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// Room for the samples of a point, made before it is measured and split evenly over its clients: nobody waits for a common index, and a
/// fast client does not crowd out a slow one. Each client keeps its first samples.
/// </summary>
internal sealed class SampleBuffer
{
    /// <summary>Samples kept of one point at most, where nobody says less.</summary>
    public const int Capacity = 100_000;

    private readonly Sample[] _samples;
    private readonly int _perClient;

    /// <param name="clientsOfPoint">Simulated clients of the whole point, which share the capacity.</param>
    /// <param name="clients">Those of them that this execution runs.</param>
    /// <param name="operationsPerClient">Operations that each will do at most.</param>
    /// <param name="most">Samples kept of the whole point at most.</param>
    public SampleBuffer(int clientsOfPoint, int clients, long operationsPerClient, int most)
    {
        _perClient = (int)Math.Min(operationsPerClient, most / clientsOfPoint);
        _samples = new Sample[_perClient * clients];
    }

    /// <param name="place">The client's number among those of this execution.</param>
    public Memory<Sample> ForClient(int place) => _samples.AsMemory(place * _perClient, _perClient);
}
