namespace AzurePerf.Core.Messages;

/// <summary>What a worker does with a message.</summary>
public enum MessageStep
{
    /// <summary>Remove it: nothing will ever be executed because of it.</summary>
    Delete,

    /// <summary>Go on to take its task.</summary>
    Take,

    /// <summary>Execute its task: an earlier claim of this very worker was stored, only the answer was lost.</summary>
    Execute,

    /// <summary>Hide it for a moment, so that another worker gets it.</summary>
    PassOn,

    /// <summary>Show it to all with the ETag of its task's new row.</summary>
    Show,

    /// <summary>Leave it hidden; it is looked at again later.</summary>
    Leave,
}
