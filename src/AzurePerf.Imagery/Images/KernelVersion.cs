namespace AzurePerf.Imagery.Images;

/// <summary>
/// Which values the code makes of the same input. It is part of the name of every product, so that values of older code are never taken for
/// those of newer.
/// </summary>
public static class KernelVersion
{
    /// <summary>
    /// Raise it with every change of the values that some image has: of kernels, masks, rounding, the choice of cells, or the hash itself,
    /// also where no recorded hash shows it; and when more files can be read, because images lack what could not be.
    /// Letters and digits alone.
    /// </summary>
    public const string Current = "k3";
}
