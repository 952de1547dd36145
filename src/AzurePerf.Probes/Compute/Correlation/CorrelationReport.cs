using System.Globalization;
using System.Text;

namespace AzurePerf.Probes.Compute.Correlation;

/// <summary>What an analysis writes: its top hits with their corrected probabilities, and the distribution of the maxima.</summary>
internal static class CorrelationReport
{
    public static string Write(CorrelationAnalysis analysis, int subjects)
    {
        double[] maxima = [.. analysis.Maxima];
        var text = new StringBuilder("snp,voxel,r,t,correctedP\n");
        foreach (var hit in analysis.TopHits)
        {
            var t = Significance.T(hit.R, subjects);
            text.Append(CultureInfo.InvariantCulture, $"{hit.Snp},{hit.Voxel},{hit.R:R},{t:R},{Significance.Corrected(t, maxima):R}\n");
        }

        text.Append("permutation,maximumT\n");
        for (var permutation = 0; permutation < maxima.Length; permutation++)
        {
            text.Append(CultureInfo.InvariantCulture, $"{permutation},{maxima[permutation]:R}\n");
        }

        return text.ToString();
    }
}
