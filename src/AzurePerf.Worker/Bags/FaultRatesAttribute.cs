using System.ComponentModel.DataAnnotations;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Worker.Bags;

/// <summary>Rates by the names of causes, as <see cref="InjectedFaults"/> reads them.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class FaultRatesAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext)
    {
        try
        {
            InjectedFaults.Read(value as IEnumerable<KeyValuePair<string, string?>>
                ?? throw new FormatException("has rates by cause, such as Worker:Faults:BlobReadFailed=0.02"));
            return ValidationResult.Success;
        }
        catch (FormatException wrong)
        {
            return new(wrong.Message);
        }
    }
}
