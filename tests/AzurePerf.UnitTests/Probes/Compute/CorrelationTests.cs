using AzurePerf.Probes.Compute.Correlation;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class CorrelationTests
{
    private const int Subjects = 100;
    private const int Snps = 37;
    private const int Voxels = 50;
    private const int Permutations = 19;

    [Fact]
    public void A_planted_effect_is_found_first_and_with_the_smallest_probability_there_is()
    {
        for (var seed = 0; seed < 10; seed++)
        {
            var data = SubjectData.Make(Subjects, Snps, Voxels, seed);
            using var analysis = Analyse(data, seed);
            var top = analysis.TopHits[0];
            Assert.Equal((data.PlantedSnp, data.PlantedVoxel), (top.Snp, top.Voxel));
            Assert.InRange(top.R, 0.6, 0.95);
            Assert.Equal(1.0 / (Permutations + 1), Probability(analysis, top));
            Assert.All(analysis.TopHits.Skip(1), hit => Assert.InRange(Math.Abs(hit.R), 0, 0.55));
        }
    }

    [Fact]
    public void The_planted_effect_of_few_subjects_is_stronger_than_the_strongest_pair_that_chance_makes_of_the_largest_table()
    {
        // Of 64 subjects and 2^28 pairs the strongest by chance is about 0.65, and above 0.75 once in 2,000 tables.
        for (var seed = 0; seed < 200; seed++)
        {
            var data = SubjectData.Make(subjects: 64, snps: 16, voxels: 16, seed);
            using var analysis = new CorrelationAnalysis(64, 16, 16, permutations: 1, seed);
            data.Genotypes.CopyTo(analysis.Genotypes, 0);
            data.Voxels.CopyTo(analysis.Voxels);
            analysis.Run(TestContext.Current.CancellationToken);
            Assert.InRange(analysis.TopHits[0].R, 0.85, 1);
        }
    }

    [Fact]
    public void Without_an_effect_the_smallest_probability_is_as_rare_as_it_says()
    {
        // 0.05 of 40: more than 6 by chance in one of 200 cases.
        var found = Enumerable.Range(100, 40).Count(seed =>
        {
            using var analysis = Analyse(SubjectData.Make(Subjects, Snps, Voxels, seed, plants: false), seed);
            return Probability(analysis, analysis.TopHits[0]) <= 0.05;
        });
        Assert.InRange(found, 0, 6);
    }

    [Fact]
    public void Coefficients_and_maxima_are_those_of_the_formulas()
    {
        const int Seed = 3;
        var data = SubjectData.Make(Subjects, Snps, Voxels, Seed);
        using var analysis = Analyse(data, Seed);
        var order = Enumerable.Range(0, Subjects).ToArray();
        var all = Correlations(data, order).OrderByDescending(pair => Math.Abs(pair.R)).Take(CorrelationAnalysis.Hits).ToArray();
        Assert.Equal(all.Select(pair => (pair.Snp, pair.Voxel)), analysis.TopHits.Select(hit => (hit.Snp, hit.Voxel)));
        Assert.All(all.Zip(analysis.TopHits), pair => Assert.Equal(pair.First.R, pair.Second.R, 1e-12));

        var random = new Random(~Seed);
        foreach (var maximum in analysis.Maxima)
        {
            var permuted = Enumerable.Range(0, Subjects).ToArray();
            random.Shuffle(permuted);
            Assert.Equal(Correlations(data, permuted).Max(pair => Math.Abs(pair.R) * Math.Sqrt((Subjects - 2) / (1 - (pair.R * pair.R)))), maximum, 1e-9);
        }
    }

    [Fact]
    public void A_probability_counts_the_permutations_that_reach_it_and_the_subjects_as_they_are()
    {
        double[] maxima = [3, 4, 5, 6];
        Assert.Equal(0.2, Significance.Corrected(7, maxima));
        Assert.Equal(0.6, Significance.Corrected(-5, maxima));
        Assert.Equal(1, Significance.Corrected(1, maxima));
        Assert.Equal(2.0 * Math.Sqrt(3), Significance.T(0.5, 38), 1e-12);
    }

    [Fact]
    public void A_column_that_never_changes_goes_together_with_nothing()
    {
        var data = SubjectData.Make(Subjects, Snps, Voxels, seed: 1);
        for (var subject = 0; subject < Subjects; subject++)
        {
            data.Genotypes[(subject * Snps) + data.PlantedSnp] = 1;
            data.Voxels[(subject * Voxels) + ((data.PlantedVoxel + 1) % Voxels)] = 7;
        }

        using var analysis = Analyse(data, seed: 1);
        Assert.All(analysis.Maxima.ToArray(), maximum => Assert.True(double.IsFinite(maximum)));
        Assert.DoesNotContain(analysis.TopHits, hit => hit.Snp == data.PlantedSnp || double.IsNaN(hit.R));
        Assert.InRange(analysis.CheckLastProduct(), 0, 1);
    }

    [Fact]
    public void The_result_has_the_hits_with_their_probabilities_and_every_maximum()
    {
        var data = SubjectData.Make(Subjects, Snps, Voxels, seed: 2);
        using var analysis = Analyse(data, seed: 2);
        var lines = CorrelationReport.Write(analysis, Subjects).Split('\n');
        Assert.Equal("snp,voxel,r,t,correctedP", lines[0]);
        Assert.StartsWith(FormattableString.Invariant($"{data.PlantedSnp},{data.PlantedVoxel},0."), lines[1], StringComparison.Ordinal);
        Assert.EndsWith(",0.05", lines[1], StringComparison.Ordinal);
        Assert.Equal("permutation,maximumT", lines[CorrelationAnalysis.Hits + 1]);
        Assert.Equal(1 + CorrelationAnalysis.Hits + 1 + Permutations + 1, lines.Length);
    }

    private static CorrelationAnalysis Analyse(SubjectData data, int seed)
    {
        var analysis = new CorrelationAnalysis(Subjects, Snps, Voxels, Permutations, seed);
        data.Genotypes.CopyTo(analysis.Genotypes, 0);
        data.Voxels.CopyTo(analysis.Voxels);
        analysis.Run(TestContext.Current.CancellationToken);
        return analysis;
    }

    private static double Probability(CorrelationAnalysis analysis, CorrelationHit hit) => Significance.Corrected(Significance.T(hit.R, Subjects), analysis.Maxima.ToArray());

    private static IEnumerable<CorrelationHit> Correlations(SubjectData data, int[] order) =>
        from snp in Enumerable.Range(0, Snps)
        let x = Enumerable.Range(0, Subjects).Select(subject => (double)data.Genotypes[(subject * Snps) + snp]).ToArray()
        from voxel in Enumerable.Range(0, Voxels)
        let y = order.Select(subject => data.Voxels[(subject * Voxels) + voxel]).ToArray()
        select new CorrelationHit(snp, voxel, Pearson(x, y));

    private static double Pearson(double[] x, double[] y)
    {
        var (meanX, meanY) = (x.Average(), y.Average());
        var both = x.Zip(y, (one, other) => (one - meanX) * (other - meanY)).Sum();
        return both / Math.Sqrt(x.Sum(one => (one - meanX) * (one - meanX)) * y.Sum(other => (other - meanY) * (other - meanY)));
    }
}
