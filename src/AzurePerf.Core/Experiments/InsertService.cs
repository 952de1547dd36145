namespace AzurePerf.Core.Experiments;

/// <summary>The service that insert.ratio inserts into.</summary>
public enum InsertService
{
    Blob,
    Table,
}
