using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Compute.Correlation;
using AzurePerf.Probes.Compute.Dgemm;

namespace AzurePerf.Probes.Compute;

/// <summary>compute.correlation: reads subjects from the local disk, analyses them and writes the result back.</summary>
internal sealed class CorrelationProbe : ComputeProbe, IPhasedProbe
{
    private const int Read = 0;
    private const int Compute = 1;
    private const long FreeBytes = 1L << 30;

    private static readonly string[] Names = ["read", "compute", "write"];

    private readonly PerClient<Client> _clients;
    private readonly List<ScratchFile> _files = [];
    private readonly CorrelationOptions _options;
    private readonly ProbeScope _scope;
    private (int Snp, int Voxel) _planted;

    public CorrelationProbe(CorrelationOptions options, ProbeScope scope)
        : base(options, scope.OwnClients)
    {
        (_options, _scope) = (options, scope);
        _clients = new(options.Clients, client => new(options, scope.Seed, _files[0], _files[1], _files[2 + client], _planted));
    }

    public IReadOnlyList<string> Phases => Names;

    protected override int ThreadsPerClient => 1;

    protected override long BytesPerClient =>
        CorrelationAnalysis.BytesNeeded(_options.Subjects, _options.Snps, _options.Voxels);

    public override async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        await base.PreparePointAsync(cancellationToken);
        var folder = Path.GetTempPath();
        RequireSpace(folder);
        var data = SubjectData.Make(_options.Subjects, _options.Snps, _options.Voxels, _scope.Seed);
        _planted = (data.PlantedSnp, data.PlantedVoxel);
        Open(folder, "genotypes").Write(data.Genotypes);
        Open(folder, "voxels").Write(MemoryMarshal.AsBytes<double>(data.Voxels));
        for (var client = 0; client < _options.Clients; client++)
        {
            Open(folder, FormattableString.Invariant($"result{client}"));
        }
    }

    public OperationResult Execute(int phase, Operation operation, CancellationToken cancellationToken)
    {
        var client = _clients[operation.Client];
        switch (phase)
        {
            case Read:
                Begin(operation);
                client.Read();
                break;
            case Compute:
                client.Compute(cancellationToken);
                break;
            default:
                client.Write();
                End(operation);
                break;
        }

        return new(Bytes: 0, WireRequests: 0);
    }

    protected override OperationResult Run(Operation operation, CancellationToken cancellationToken)
    {
        var client = _clients[operation.Client];
        client.Read();
        client.Compute(cancellationToken);
        client.Write();
        return new(Bytes: 0, WireRequests: 0);
    }

    protected override void VerifyResultOf(int client) => _clients[client].Verify();

    public override ValueTask DisposeAsync()
    {
        _clients.Dispose();
        _files.ForEach(file => file.Dispose());
        return ValueTask.CompletedTask;
    }

    private ScratchFile Open(string folder, string name)
    {
        var file = new ScratchFile(folder, $"azureperf-{_scope.Point}-{name}");
        _files.Add(file);
        return file;
    }

    private void RequireSpace(string folder)
    {
        var available = new DriveInfo(folder).AvailableFreeSpace;
        if (available < _options.InputBytes + FreeBytes)
        {
            throw new NotSupportedException(string.Create(CultureInfo.InvariantCulture,
                $"{folder} has {available >> 20} MiB left, and the inputs need {_options.InputBytes >> 20} MiB and 1024 MiB must stay "
                    + $"free: take fewer voxels, or set TMPDIR to another disk"));
        }
    }

    private sealed class Client(CorrelationOptions options, int seed, ScratchFile genotypes, ScratchFile voxels, ScratchFile result,
        (int Snp, int Voxel) planted) : IDisposable
    {
        private readonly CorrelationAnalysis _analysis = new(options.Subjects, options.Snps, options.Voxels, options.Permutations, seed);
        private byte[] _report = [];
        private byte[]? _first;

        public void Read()
        {
            genotypes.Read(_analysis.Genotypes);
            voxels.Read(MemoryMarshal.AsBytes(_analysis.Voxels));
        }

        public void Compute(CancellationToken cancellationToken) => _analysis.Run(cancellationToken);

        public void Write()
        {
            _report = Encoding.UTF8.GetBytes(CorrelationReport.Write(_analysis, options.Subjects));
            result.Write(_report);
        }

        public void Verify()
        {
            RequireRounding(_analysis.CheckLastProduct(), ProductCheck.Bound, "last product");
            if (_analysis.TopHits[0] is var top && (top.Snp, top.Voxel) != planted)
            {
                throw new CorruptDataException(string.Create(CultureInfo.InvariantCulture,
                    $"the strongest pair is variant {top.Snp} and voxel {top.Voxel}, "
                        + $"but variant {planted.Snp} was planted into voxel {planted.Voxel}"));
            }

            var stored = new byte[_report.Length];
            result.Read(stored);
            _first ??= stored;
            if (!stored.AsSpan().SequenceEqual(_first))
            {
                throw new CorruptDataException("the result is not the one of the first analysis of the same subjects");
            }
        }

        public void Dispose() => _analysis.Dispose();
    }
}
