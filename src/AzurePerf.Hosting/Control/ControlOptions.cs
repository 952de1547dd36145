using System.ComponentModel.DataAnnotations;

namespace AzurePerf.Hosting.Control;

/// <summary>Where in the control account the control plane is, section <c>Control</c>.</summary>
public sealed class ControlOptions
{
    /// <summary>Put before every table, queue and container name, so that several control planes fit into one account.</summary>
    /// <value>Up to 20 lower-case letters and digits, a letter first; empty by default.</value>
    [RegularExpression("^([a-z][a-z0-9]{0,19})?$", ErrorMessage = "Control:Prefix must be up to 20 lower-case letters and digits, a letter first")]
    public string Prefix { get; init; } = "";

    /// <summary>True makes the tables, queues and the container at start where they do not exist; false only looks whether the account answers.</summary>
    /// <value>True by default. False where the deployment makes them and no identity may: then a host needs no role beyond the rows and messages it works with.</value>
    public bool Create { get; init; } = true;
}
