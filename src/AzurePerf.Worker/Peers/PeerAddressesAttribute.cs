using System.ComponentModel.DataAnnotations;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Peers;

/// <summary>Addresses that a peer could reach, separated by commas.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class PeerAddressesAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext)
    {
        try
        {
            PeerListening.Named((WorkerOptions)validationContext.ObjectInstance);
            return ValidationResult.Success;
        }
        catch (BadTaskException corrupt)
        {
            return new(corrupt.Message);
        }
    }
}
