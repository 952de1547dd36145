using System.Collections.Immutable;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>The stages of modis.pipeline, by the names of the classes that Hill et al. 2011 count its tasks in.</summary>
public static class ImageStages
{
    /// <summary>Asks archive and catalogue what there is, a task for each day and part of the region.</summary>
    public const string Listing = "source listing";

    /// <summary>Brings a granule into the catalogue.</summary>
    public const string Download = "source download";

    /// <summary>Puts the granules of a day on a tile.</summary>
    public const string Reprojection = "reprojection";

    /// <summary>Puts the days of a period together, for a tile.</summary>
    public const string Aggregation = "aggregation";

    /// <summary>Makes a picture or a table of a period.</summary>
    public const string Reduction = "reduction";

    /// <summary>Writes what was made of what.</summary>
    public const string Manifest = "manifest";

    /// <summary>The experiment that they are the stages of.</summary>
    public const string Experiment = "modis.pipeline";

    /// <summary>All of them, in the order in which they follow each other.</summary>
    public static ImmutableArray<string> InOrder { get; } = [Listing, Download, Reprojection, Aggregation, Reduction, Manifest];

    /// <summary>The name of the work of a stage.</summary>
    public static string WorkOf(string stage) => $"modis {stage}";
}
