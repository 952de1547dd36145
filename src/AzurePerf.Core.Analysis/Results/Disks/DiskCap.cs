namespace AzurePerf.Core.Results.Disks;

/// <summary>What limits a disk.</summary>
public enum DiskCap
{
    /// <summary>Neither: small blocks move fewer bytes, and more of them under way at once still bring more.</summary>
    Neither,

    /// <summary>Bytes per second: small blocks move as many as large ones.</summary>
    Bytes,

    /// <summary>Operations per second: small blocks move fewer bytes, and more of them under way at once bring hardly more.</summary>
    Operations,

    /// <summary>The tests do not tell: the processors may have been the limit.</summary>
    NotTold,
}
