namespace AzurePerf.Storage.Rights;

/// <summary>A role of the platform for one part of the control account.</summary>
/// <param name="Key">What the deployment calls it.</param>
/// <param name="Title">What the platform calls it, or what a role that the deployment makes is called.</param>
/// <param name="DefinitionId">Of a role that the platform has built in; null for one that the deployment makes.</param>
/// <param name="Allows">What it is good for here.</param>
public sealed record ControlRole(string Key, string Title, string? DefinitionId, params IReadOnlyList<ControlOperation> Allows)
{
    private const string Rows = "Microsoft.Storage/storageAccounts/tableServices/tables/entities/";
    private const string Messages = "Microsoft.Storage/storageAccounts/queueServices/queues/messages/";

    /// <summary>What a role that the deployment makes allows in the resource manager's words; empty for a built-in one.</summary>
    public IReadOnlyList<string> Actions { get; init; } = [];

    /// <summary>The same for what is in a table or a queue.</summary>
    public IReadOnlyList<string> DataActions { get; init; } = [];

    /// <summary>All roles, for each kind of part the narrowest first.</summary>
    public static IReadOnlyList<ControlRole> All { get; } =
    [
        new("tableReader", "Storage Table Data Reader", "76199698-9eea-4c19-bc75-cec21354c6b6", ControlOperation.ReadRows),

        // No built-in role lets somebody add to a record and not change it.
        new("tableAppender", "AzurePerf table appender", null, ControlOperation.AddRows) { DataActions = [Rows + "add/action"] },
        new("tableContributor", "Storage Table Data Contributor", "0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3", ControlOperation.ReadRows,
            ControlOperation.AddRows, ControlOperation.WriteRows),
        new("queueReader", "Storage Queue Data Reader", "19e7f393-937e-4f77-808e-94535e297925", ControlOperation.CountMessages),
        new("queueSender", "Storage Queue Data Message Sender", "c6a89b2d-59bc-44d0-9896-0f6e12d7b80a", ControlOperation.PutMessages),

        // The built-in processor of messages may not change them, and the built-in contributor may delete the queue: a message is hidden
        // again and rewritten, a queue never removed.
        new("queueWorker", "AzurePerf queue worker", null, ControlOperation.CountMessages, ControlOperation.PutMessages,
            ControlOperation.TakeMessages)
        {
            Actions = ["Microsoft.Storage/storageAccounts/queueServices/queues/read"],
            DataActions = [Messages + "read", Messages + "write", Messages + "delete", Messages + "add/action",
                Messages + "process/action"],
        },
        new("blobReader", "Storage Blob Data Reader", "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1", ControlOperation.ReadFiles),
        new("blobContributor", "Storage Blob Data Contributor", "ba92f5b4-2d11-453d-a403-e96b0029c9fe", ControlOperation.ReadFiles,
            ControlOperation.WriteFiles),
    ];

    /// <summary>The narrowest role that allows all of these.</summary>
    /// <exception cref="InvalidOperationException">No single role does.</exception>
    public static ControlRole For(IReadOnlyList<ControlOperation> operations) =>
        All.FirstOrDefault(role => operations.All(role.Allows.Contains))
            ?? throw new InvalidOperationException($"no role allows {string.Join(" and ", operations)}");
}
