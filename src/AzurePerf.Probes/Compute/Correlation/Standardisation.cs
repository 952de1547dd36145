namespace AzurePerf.Probes.Compute.Correlation;

/// <summary>Brings columns to the mean 0 and the standard deviation 1, so that products of columns are correlations. A column that never
/// changes becomes zero: it goes together with nothing.</summary>
internal static class Standardisation
{
    /// <summary>Rows become columns, and the sum of a product over the subjects becomes its mean.</summary>
    /// <param name="genotypes">One row per subject.</param>
    /// <param name="subjects">Rows.</param>
    /// <param name="transposed">One row per variant.</param>
    public static void Genotypes(ReadOnlySpan<byte> genotypes, int subjects, Span<double> transposed)
    {
        var snps = genotypes.Length / subjects;
        var (sums, squares) = (new int[snps], new int[snps]);
        for (var subject = 0; subject < subjects; subject++)
        {
            var row = genotypes.Slice(subject * snps, snps);
            for (var snp = 0; snp < row.Length; snp++)
            {
                sums[snp] += row[snp];
                squares[snp] += row[snp] * row[snp];
            }
        }

        for (var snp = 0; snp < snps; snp++)
        {
            var mean = (double)sums[snp] / subjects;
            var deviation = Math.Sqrt((squares[snp] - (mean * sums[snp])) / (subjects - 1));
            var scale = deviation > 0 ? 1 / deviation / (subjects - 1) : 0;
            for (var subject = 0; subject < subjects; subject++)
            {
                transposed[(snp * subjects) + subject] = (genotypes[(subject * snps) + snp] - mean) * scale;
            }
        }
    }

    /// <summary>In place.</summary>
    /// <param name="voxels">One row per subject.</param>
    /// <param name="subjects">Rows.</param>
    public static void Voxels(Span<double> voxels, int subjects)
    {
        var columns = voxels.Length / subjects;
        var (means, squares) = (new double[columns], new double[columns]);
        for (var subject = 0; subject < subjects; subject++)
        {
            var row = voxels.Slice(subject * columns, columns);
            for (var column = 0; column < row.Length; column++)
            {
                means[column] += row[column] / subjects;
            }
        }

        for (var subject = 0; subject < subjects; subject++)
        {
            var row = voxels.Slice(subject * columns, columns);
            for (var column = 0; column < row.Length; column++)
            {
                row[column] -= means[column];
                squares[column] += row[column] * row[column];
            }
        }

        for (var subject = 0; subject < subjects; subject++)
        {
            var row = voxels.Slice(subject * columns, columns);
            for (var column = 0; column < row.Length; column++)
            {
                row[column] = squares[column] > 0 ? row[column] / Math.Sqrt(squares[column] / (subjects - 1)) : 0;
            }
        }
    }
}
