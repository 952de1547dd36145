namespace AzurePerf.Storage.Access;

public enum KeyCreationOutcome
{
    Created,

    /// <summary>Another key that still opens something has the name.</summary>
    NameTaken,

    /// <summary>The key to be replaced does not exist or opens nothing any more.</summary>
    NothingToReplace,

    /// <summary>The first key was asked for, and there is one.</summary>
    NotTheFirst,
}
