namespace AzurePerf.Probes.Compute.Correlation;

/// <summary>
/// Made-up subjects: genotypes 0, 1 or 2 by a frequency of each variant's own, and normal voxels that know nothing of them, but for one
/// voxel that follows one variant with a correlation of about 0.8, or 0.95 of few subjects. An analysis must find that pair.
/// </summary>
internal sealed class SubjectData
{
    /// <summary>Of the planted pair, in standard deviations of the noise for each of the genotype.</summary>
    private const double Effect = 4.0 / 3;

    private const int FewSubjects = 100;

    /// <summary>Of fewer subjects chance alone makes pairs as strong as the usual effect: one table in a hundred of 64 and the most
    /// pairs.</summary>
    private const double EffectOfFew = 3;

    private SubjectData(byte[] genotypes, double[] voxels, int plantedSnp, int plantedVoxel) =>
        (Genotypes, Voxels, PlantedSnp, PlantedVoxel) = (genotypes, voxels, plantedSnp, plantedVoxel);

    /// <summary>One row per subject.</summary>
    public byte[] Genotypes { get; }

    /// <summary>One row per subject.</summary>
    public double[] Voxels { get; }

    public int PlantedSnp { get; }

    public int PlantedVoxel { get; }

    /// <param name="subjects">Rows.</param>
    /// <param name="snps">Columns of genotypes.</param>
    /// <param name="voxels">Columns of voxels.</param>
    /// <param name="seed">The same seed makes the same subjects.</param>
    /// <param name="plants">False to leave the effect out.</param>
    public static SubjectData Make(int subjects, int snps, int voxels, int seed, bool plants = true)
    {
        var random = new Random(seed);
        double[] frequencies = [.. Enumerable.Range(0, snps).Select(_ => 0.1 + (0.4 * random.NextDouble()))];
        var genotypes = new byte[subjects * snps];
        for (var index = 0; index < genotypes.Length; index++)
        {
            var frequency = frequencies[index % snps];
            genotypes[index] = (byte)((random.NextDouble() < frequency ? 1 : 0) + (random.NextDouble() < frequency ? 1 : 0));
        }

        var values = new double[subjects * voxels];
        foreach (ref var value in values.AsSpan())
        {
            value = Normal(random);
        }

        var (snp, voxel) = (random.Next(snps), random.Next(voxels));
        if (plants)
        {
            var effect = subjects < FewSubjects ? EffectOfFew : Effect;
            var spread = Math.Sqrt(2 * frequencies[snp] * (1 - frequencies[snp]));
            for (var subject = 0; subject < subjects; subject++)
            {
                values[(subject * voxels) + voxel] += effect / spread * genotypes[(subject * snps) + snp];
            }
        }

        return new(genotypes, values, snp, voxel);
    }

    /// <summary>Box and Muller 1958.</summary>
    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * double.CosPi(2 * random.NextDouble());
}
