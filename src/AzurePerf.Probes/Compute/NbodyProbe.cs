using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Compute.Bodies;

namespace AzurePerf.Probes.Compute;

/// <summary>compute.nbody: computes the forces between all pairs of the client's own bodies.</summary>
internal sealed class NbodyProbe(NbodyOptions options, ProbeScope scope) : ComputeProbe(options)
{
    private const int NumbersPerBody = 13;

    private readonly (BodySystem Bodies, ForceCheck Check)?[] _clients = new (BodySystem, ForceCheck)?[options.Clients];

    protected override int ThreadsPerClient => 1;

    protected override long BytesNeeded => (long)NumbersPerBody * options.N * sizeof(double) * options.Clients;

    public override OperationResult Execute(Operation operation, CancellationToken cancellationToken)
    {
        // See StreamProbe: by its own thread, and never in a measured operation.
        (_clients[operation.Client] ??= Make()).Bodies.Accelerate();
        return new(Bytes: 0, WireRequests: 0);
    }

    public override void Verify(Operation operation)
    {
        var (bodies, check) = _clients[operation.Client]!.Value;
        var residual = check.ResidualOf(bodies);
        bodies.Clear();
        RequireRounding(residual, ForceCheck.Bound, "accelerations");
    }

    public override ValueTask DisposeAsync()
    {
        foreach (var client in _clients)
        {
            client?.Bodies.Dispose();
        }

        return ValueTask.CompletedTask;
    }

    private (BodySystem, ForceCheck) Make()
    {
        var bodies = new BodySystem(options.N, scope.Seed);
        return (bodies, new(bodies));
    }
}
