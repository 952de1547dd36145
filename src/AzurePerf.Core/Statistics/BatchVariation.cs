using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>By how much the level of a series differs from batch to batch, beyond what the scatter inside the batches explains.</summary>
/// <param name="BetweenBatches">Variance of the batches' levels; 0 or less when the scatter explains all of it.</param>
/// <param name="Probability">Of means that differ so much, if all batches had one level.</param>
/// <remarks>Source: the analysis of variance with one factor (Fisher 1925, Statistical Methods for Research Workers, chapter VII), the
/// batch being the factor.</remarks>
internal readonly record struct BatchVariation(double BetweenBatches, double Probability)
{
    /// <param name="values">In the order of time; what is left after the last whole batch is not looked at.</param>
    /// <param name="batchSize">Values in each, at least 2.</param>
    /// <returns>Null with fewer than three batches.</returns>
    public static BatchVariation? Of(double[] values, int batchSize)
    {
        SampleMoments[] batches = [.. values.Chunk(batchSize).Where(batch => batch.Length == batchSize)
            .Select(batch => SampleMoments.Of(batch))];
        if (batches.Length < 3)
        {
            return null;
        }

        var between = SampleMoments.Of([.. batches.Select(batch => batch.Mean)]).Variance;
        var within = batches.Average(batch => batch.Variance);
        var probability = between == 0 ? 1
            : within == 0 ? 0
            : 1 - FisherSnedecor.CDF(batches.Length - 1, batches.Length * (batchSize - 1.0), batchSize * between / within);
        return new(between - (within / batchSize), probability);
    }
}
