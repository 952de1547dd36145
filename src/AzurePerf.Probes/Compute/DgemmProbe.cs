using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Compute.Dgemm;
using AzurePerf.Probes.Processors;

namespace AzurePerf.Probes.Compute;

/// <summary>compute.dgemm: multiplies two square matrices of the client's own.</summary>
internal sealed class DgemmProbe(DgemmOptions options, ProbeScope scope) : ComputeProbe(options, scope.OwnClients)
{
    private const int Matrices = 3;

    private readonly PerClient<Client> _clients = new(options.Clients, client => new(options, scope.Seed, client));

    protected override int ThreadsPerClient => options.Threads;

    protected override long BytesPerClient => Matrices * (long)options.N * options.N * sizeof(double);

    public override async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        await base.PreparePointAsync(cancellationToken);
        if (options.Implementation == DgemmImplementation.Openblas)
        {
            new OpenBlas(options.N, options.Threads).Dispose();
        }
    }

    protected override OperationResult Run(Operation operation, CancellationToken cancellationToken)
    {
        _clients[operation.Client].Multiply(cancellationToken);
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
        private readonly AlignedArray _a;
        private readonly AlignedArray _b;
        private readonly AlignedArray _c;
        private readonly ProductCheck _check;
        private readonly IMatrixMultiplication _multiplication;

        public Client(DgemmOptions options, int seed, int client)
        {
            var length = (long)options.N * options.N;
            (_a, _b, _c) = (new(length), new(length), new(length));
            var random = new Random(seed);
            _a.FillRandomly(random);
            _b.FillRandomly(random);
            _check = new(_a, _b, ProductShape.Square(options.N), seed);
            _multiplication = options.Implementation == DgemmImplementation.Openblas
                ? new OpenBlas(options.N, options.Threads)
                : new ManagedDgemm(ProductShape.Square(options.N), options.Threads,
                    options is { Pinning: ThreadPinning.Pinned, Threads: > 1 } ? PinPart : null);

            void PinPart(int part) => ProcessorPinning.PinThread((client * options.Threads) + part, processors: 1);
        }

        public void Multiply(CancellationToken cancellationToken) => _multiplication.Multiply(_a, _b, _c, cancellationToken);

        public void Verify()
        {
            var residual = _check.ResidualOf(_c);

            // What the next product leaves out is not a number.
            _c.Span.Fill(double.NaN);
            RequireRounding(residual, ProductCheck.Bound, "product");
        }

        public void Dispose()
        {
            _multiplication.Dispose();
            _a.Dispose();
            _b.Dispose();
            _c.Dispose();
        }
    }
}
