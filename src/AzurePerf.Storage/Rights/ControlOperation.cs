namespace AzurePerf.Storage.Rights;

/// <summary>What is done with a table, a queue or the container, as finely as roles tell it apart.</summary>
public enum ControlOperation
{
    ReadRows,

    /// <summary>Insert, replace, merge, delete.</summary>
    WriteRows,

    PutMessages,

    /// <summary>Count messages, and look at the next one without taking it.</summary>
    CountMessages,

    /// <summary>Get, hide, change and delete messages.</summary>
    TakeMessages,

    ReadFiles,

    /// <summary>Put, list and delete blobs.</summary>
    WriteFiles,
}
