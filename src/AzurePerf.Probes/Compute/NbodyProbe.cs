using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Compute.Bodies;

namespace AzurePerf.Probes.Compute;

/// <summary>compute.nbody: computes the forces between all pairs of the client's own bodies.</summary>
internal sealed class NbodyProbe(NbodyOptions options, ProbeScope scope) : ComputeProbe(options, scope.OwnClients)
{
    private const int NumbersPerBody = 13;

    private readonly PerClient<Client> _clients = new(options.Clients, _ => new(new(options.N, scope.Seed)));

    protected override int ThreadsPerClient => 1;

    protected override long BytesPerClient => (long)NumbersPerBody * options.N * sizeof(double);

    protected override OperationResult Run(Operation operation, CancellationToken cancellationToken)
    {
        _clients[operation.Client].Accelerate(cancellationToken);
        return new(Bytes: 0, WireRequests: 0);
    }

    protected override void VerifyResultOf(int client) => _clients[client].Verify();

    public override ValueTask DisposeAsync()
    {
        _clients.Dispose();
        return ValueTask.CompletedTask;
    }

    private sealed class Client(BodySystem bodies) : IDisposable
    {
        private ForceCheck? _check;

        public void Accelerate(CancellationToken cancellationToken)
        {
            _check ??= new(bodies, cancellationToken);
            bodies.Accelerate(cancellationToken);
        }

        public void Verify()
        {
            var residual = _check!.ResidualOf(bodies);
            bodies.Clear();
            RequireRounding(residual, ForceCheck.Bound, "accelerations");
        }

        public void Dispose() => bodies.Dispose();
    }
}
