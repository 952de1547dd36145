using System.ComponentModel.DataAnnotations;

namespace AzurePerf.Hosting.Control;

/// <summary>Where in the control account the control plane is, section <c>Control</c>.</summary>
public sealed class ControlOptions
{
    /// <summary>Put before every table, queue and container name, so that several control planes fit into one account.</summary>
    /// <value>Up to 20 lower-case letters and digits, a letter first; empty by default.</value>
    [RegularExpression("^([a-z][a-z0-9]{0,19})?$", ErrorMessage = "Control:Prefix must be up to 20 lower-case letters and digits, a letter first")]
    public string Prefix { get; init; } = "";
}
