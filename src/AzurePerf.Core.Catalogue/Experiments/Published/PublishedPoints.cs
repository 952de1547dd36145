using System.Collections.Frozen;

namespace AzurePerf.Core.Experiments.Published;

/// <summary>The published data set: numbers that the texts and tables of five publications state, or that follow from these.
/// docs/published.md says how.</summary>
public static class PublishedPoints
{
    /// <summary>The publications by their key.</summary>
    public static IReadOnlyDictionary<string, string> Citations { get; } = new Dictionary<string, string>
    {
        ["hill-2010"] = "Hill et al., Early Observations on the Performance of Windows Azure, HPDC 2010",
        ["hill-2011"] = "Hill et al., Early Observations on the Performance of Windows Azure, Scientific Programming 19 (2011) 121-132",
        ["gillen-2010"] = "Gillen, blog of 2010-09-13",
        ["kirsanov-2017"] = "Kirsanov, blog of 2017-04-09",
        ["tudoran-2012"] = "Tudoran et al., A Performance Evaluation of Azure and Nimbus Clouds for Scientific Applications, CloudCP 2012",
    }.ToFrozenDictionary();

    /// <summary>All of them, in the order of the file.</summary>
    public static IReadOnlyList<PublishedPoint> All { get; } = ReadAll();

    private static IReadOnlyList<PublishedPoint> ReadAll()
    {
        var type = typeof(PublishedPoints);
        using var text = new StreamReader(
            type.Assembly.GetManifestResourceStream(type, "points.csv")
                ?? throw new InvalidOperationException("the published points are not part of this build"));
        return PublishedPointReader.Read(text);
    }
}
