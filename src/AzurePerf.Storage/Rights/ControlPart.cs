namespace AzurePerf.Storage.Rights;

/// <summary>A table, queue or container of the control account.</summary>
/// <param name="Kind">table, queue or container.</param>
/// <param name="Name">Before the deployment's prefix.</param>
public readonly record struct ControlPart(string Kind, string Name)
{
    public static ControlPart Table(string name) => new("table", name);

    public static ControlPart Queue(string name) => new("queue", name);

    public static ControlPart Container(string name) => new("container", name);
}
