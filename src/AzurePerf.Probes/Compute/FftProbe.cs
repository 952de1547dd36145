using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Compute.Fourier;

namespace AzurePerf.Probes.Compute;

/// <summary>compute.fft: transforms a sequence of the client's own.</summary>
internal sealed class FftProbe(FftOptions options, ProbeScope scope) : ComputeProbe(options, scope.OwnClients)
{
    private const int Arrays = 3;
    private const long BytesPerNumber = 16;

    private readonly PerClient<Client> _clients = new(options.Clients, _ => new(options, scope.Seed));

    protected override int ThreadsPerClient => 1;

    protected override long BytesPerClient => (Arrays * (BytesPerNumber << options.K)) + FourierTransform.BytesNeeded(options.K);

    protected override OperationResult Run(Operation operation, CancellationToken cancellationToken)
    {
        _clients[operation.Client].Transform(cancellationToken);
        return new(Bytes: 0, WireRequests: 0);
    }

    protected override void VerifyResultOf(int client) => _clients[client].Verify();

    public override ValueTask DisposeAsync()
    {
        _clients.Dispose();
        return ValueTask.CompletedTask;
    }

    private sealed class Client : IDisposable
    {
        private readonly AlignedArray _input;
        private readonly AlignedArray _output;
        private readonly FourierCheck _check;
        private readonly FourierTransform _transform;

        public Client(FftOptions options, int seed)
        {
            var length = 2L << options.K;
            (_input, _output) = (new(length, largePages: true), new(length, largePages: true));
            _input.FillRandomly(new(seed));
            _check = new(_input, seed);
            _transform = new(options.K);
        }

        public void Transform(CancellationToken cancellationToken) => _transform.Run(_input, _output, cancellationToken);

        public void Verify()
        {
            var residual = _check.ResidualOf(_output);

            // What the next transform leaves out is not a number.
            _output.Span.Fill(double.NaN);
            RequireRounding(residual, FourierCheck.Bound, "transform");
        }

        public void Dispose()
        {
            _transform.Dispose();
            _check.Dispose();
            _input.Dispose();
            _output.Dispose();
        }
    }
}
