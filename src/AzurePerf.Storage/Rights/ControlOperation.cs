namespace AzurePerf.Storage.Rights;

/// <summary>What is done with a table, a queue or a container, as finely as roles tell it apart.</summary>
public enum ControlOperation
{
    ReadRows,

    /// <summary>Insert, and change nothing that is there.</summary>
    AddRows,

    /// <summary>Insert, replace, merge, delete.</summary>
    WriteRows,

    PutMessages,

    /// <summary>Count messages, and look at the next one without taking it.</summary>
    CountMessages,

    /// <summary>Get, hide, change and delete messages.</summary>
    TakeMessages,

    /// <summary>Get and list blobs.</summary>
    ReadFiles,

    /// <summary>Put and delete blobs.</summary>
    WriteFiles,
}
