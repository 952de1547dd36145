using AzurePerf.Probes.Compute.Dgemm;

namespace AzurePerf.Probes.Compute.Correlation;

/// <summary>
/// Correlates every variant with every voxel, R = X'Y / (n - 1) of standardised columns, and does so again for each of some random orders
/// of the rows of Y, keeping of these the greatest t of the whole table alone. Serves one thread at a time.
/// </summary>
internal sealed class CorrelationAnalysis : IDisposable
{
    /// <summary>Pairs that are reported.</summary>
    public const int Hits = 16;

    private readonly int _subjects;
    private readonly int _seed;
    private readonly ProductShape _shape;
    private readonly AlignedArray _x;
    private readonly AlignedArray _y;
    private readonly AlignedArray _permuted;
    private readonly AlignedArray _correlations;
    private readonly ManagedDgemm _multiplication;
    private readonly double[] _maxima;
    private readonly int[] _order;

    /// <param name="subjects">Rows of both inputs.</param>
    /// <param name="snps">Columns of the first.</param>
    /// <param name="voxels">Columns of the second.</param>
    /// <param name="permutations">How many.</param>
    /// <param name="seed">Which.</param>
    public CorrelationAnalysis(int subjects, int snps, int voxels, int permutations, int seed)
    {
        (_subjects, _seed) = (subjects, seed);
        _shape = new(snps, subjects, voxels);
        Genotypes = new byte[subjects * snps];
        _x = new((long)snps * subjects);
        _y = new((long)subjects * voxels);
        _permuted = new((long)subjects * voxels);
        _correlations = new((long)snps * voxels);
        _multiplication = new(_shape, threads: 1);
        _maxima = new double[permutations];
        _order = new int[subjects];
    }

    /// <summary>The first input, one row per subject.</summary>
    public byte[] Genotypes { get; }

    /// <summary>The second one; standardised where it lies.</summary>
    public Span<double> Voxels => _y.Span;

    /// <summary>The greatest magnitude of t of each permutation.</summary>
    public ReadOnlySpan<double> Maxima => _maxima;

    /// <summary>The pairs of the greatest magnitudes, greatest first.</summary>
    public IReadOnlyList<CorrelationHit> TopHits { get; private set; } = [];

    /// <summary>What an analysis of such sizes needs.</summary>
    public static long BytesNeeded(int subjects, int snps, int voxels) =>
        ((long)subjects * snps) + (sizeof(double) * (((long)snps * subjects) + (2L * subjects * voxels) + ((long)snps * voxels)));

    /// <exception cref="OperationCanceledException">The results are not whole.</exception>
    public void Run(CancellationToken cancellationToken = default)
    {
        Standardisation.Genotypes(Genotypes, _subjects, _x.Span);
        Standardisation.Voxels(_y.Span, _subjects);
        _multiplication.Multiply(_x, _y, _correlations, cancellationToken);
        TopHits = CorrelationTable.Top(_correlations.Span, _shape.Columns, Hits);
        // Another stream than the one from which the subjects may have been made.
        var random = new Random(~_seed);
        for (var permutation = 0; permutation < _maxima.Length; permutation++)
        {
            Permute(random);
            _multiplication.Multiply(_x, _permuted, _correlations, cancellationToken);

            // t grows with the magnitude of r.
            _maxima[permutation] = Significance.T(CorrelationTable.Greatest(_correlations.Span), _subjects);
        }
    }

    /// <summary>The scaled residual of the last permutation's product, which is then overwritten with what is not a number.</summary>
    public double CheckLastProduct()
    {
        var residual = new ProductCheck(_x, _permuted, _shape, _seed).ResidualOf(_correlations);
        _correlations.Span.Fill(double.NaN);
        return residual;
    }

    public void Dispose()
    {
        _multiplication.Dispose();
        _x.Dispose();
        _y.Dispose();
        _permuted.Dispose();
        _correlations.Dispose();
    }

    private void Permute(Random random)
    {
        for (var subject = 0; subject < _order.Length; subject++)
        {
            _order[subject] = subject;
        }

        random.Shuffle(_order);
        var voxels = _shape.Columns;
        for (var subject = 0; subject < _order.Length; subject++)
        {
            _y.Span.Slice(_order[subject] * voxels, voxels).CopyTo(_permuted.Span.Slice(subject * voxels, voxels));
        }
    }
}
